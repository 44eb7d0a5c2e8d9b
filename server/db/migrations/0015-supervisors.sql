-- Who approves in a module decides about stuck work of others there. Of these nobody could be given it, because nobody had it.
update role set approves = approves || array(
  select name from unnest('{dispatch,customer,dealer,dealerBranch,user,campaign,upload,task}'::text[]) as name
  where name <> all(approves)
)
where permissions @> '{60-c,61-c}' and 'user' <> all(own_only || branch_only);
