-- Whoever takes an account over first gives it another address: the old one is told, whoever wrote it and from wherever.
create table address_change (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  user_id bigint not null,
  name text not null,
  username text not null,
  email text not null                 -- the old one
);
create function note_address_change() returns trigger language plpgsql as $$
begin
  if old.stage = 'active' and lower(new.email) <> lower(old.email) then
    insert into address_change (user_id, name, username, email) values (old.id, old.name, old.username, old.email);
  end if;
  return null;
end $$;
create trigger note_address_change after update of email on app_user for each row execute function note_address_change();
