-- A password that the server made and printed: good for choosing another one, and for nothing else.
alter table user_password
  add column one_time boolean not null default false;
