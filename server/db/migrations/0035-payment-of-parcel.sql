-- payment of parcel

alter table payment add column dispatch bigint;
drop index if exists payment_dispatch;
create index payment_dispatch on payment ("dispatch");
alter table payment add foreign key (dispatch) references dispatch (id);
