-- repeat days

alter table general_setting add column repeat_days double precision;
update general_setting set repeat_days = 90 where repeat_days is null;
set constraints all immediate;
alter table general_setting alter column repeat_days set default 90;
alter table general_setting alter column repeat_days set not null;
