-- A draft that was put away does not use its referral code (server/flows/referral-uses.ts).

update referral_code code set version = code.version + 1, uses = taken.uses
from (
  select of.id, count(sale.id)::int as uses from referral_code of
  left join sales_order sale on sale.referral = of.id and sale.stage <> 'cancelled'
    and not (sale.stage = 'draft' and sale.archived_at is not null)
  group by of.id
) taken
where taken.id = code.id and code.uses is distinct from taken.uses;
set constraints all immediate;
