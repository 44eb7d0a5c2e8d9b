-- What there is too little of is somebody's task.
alter table task add column part bigint references part (id);
alter table task add column product bigint references product (id);
create index task_part on task ("part");
create index task_product on task ("product");
alter table general_setting add column stock_keeper bigint references app_user (id);
