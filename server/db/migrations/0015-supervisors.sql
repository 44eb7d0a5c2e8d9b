-- Who approves in a module decides about stuck work of others there. Of these nobody could be given it, because nobody had it.
-- Managing access may come from two roles of one person: then it is the one by which they write roles.
update role set approves = approves || array(
  select name from unnest('{dispatch,customer,dealer,dealerBranch,user,campaign,upload,task}'::text[]) as name
  where name <> all(approves)
)
where permissions @> '{61-c}' and 'user' <> all(own_only || branch_only) and (
  permissions @> '{60-c}' or exists (
    select 1 from app_user u join role other on other.id = any(u.roles)
    where role.id = any(u.roles) and u.stage = 'active' and other.archived_at is null
      and other.permissions @> '{60-c}' and 'user' <> all(other.own_only || other.branch_only)
  )
);
