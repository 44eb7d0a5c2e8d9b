-- The list of customers shows, sorts and filters by the city of the address that is meant.

alter table customer add column city bigint;
create index customer_city on customer ("city");

-- In one write with a version of its own: when somebody changed it last stays as it was.
update customer set version = customer.version + 1, city = home.city
from (
  select distinct on (customer.id) customer.id, (address.value ->> 'city')::bigint as city
  from customer, jsonb_array_elements(customer.addresses) with ordinality as address (value, at)
  order by customer.id, (address.value ->> 'isDefault')::boolean desc nulls last, address.at
) home
where home.id = customer.id and home.city is not null;
set constraints all immediate;
