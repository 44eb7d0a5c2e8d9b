import { draw, fillTable, oneOf } from './fill-table.ts'

const inTen = (salt: number, tens: number, then: string, other: string) =>
  `case when ${draw(salt, 10)} < ${tens} then ${then} else ${other} end`

export const FIRST_CUSTOMER = 5_000_000_001

const fill = (count: number) => `
  insert into customer (id, created_at, created_by, updated_at, updated_by, archived_at, name, type, phones, emails, tax_id,
    addresses, source, language, consent, risk, risk_reason, owner, branch, tags, balance, unit_count, lifetime_value)
  select ${FIRST_CUSTOMER - 1} + n,
    timestamptz '2023-01-01' + n * interval '90 seconds', 1 + ${draw(1, 40)},
    timestamptz '2024-01-01' + ${draw(2, 60_000_000)} * interval '1 second', 1,
    case when ${draw(3, 50)} = 0 then now() end,
    ${oneOf(4, ['Ravi', 'Anita', 'José', 'Meera', 'Zoë', 'Imran', 'Farah', 'Sunil', 'Priya', 'Karan', 'Divya', 'Arjun', 'सीता'])} || ' ' ||
      ${oneOf(5, ['Kumar', 'Sharma', 'Rao', 'Mehta', 'Iyer', 'Khan', 'Das', 'Patel', 'Nair', 'Bose', 'Gill', 'Jain', 'Roy'])} || ' ' ||
      to_hex(${draw(6, 65_536)}),
    ${oneOf(7, ['person', 'person', 'person', 'company', 'dealer'])},
    jsonb_build_array(jsonb_build_object('id', 3 * n, 'number', '+9198' || lpad((${draw(8, 100_000_000)})::text, 8, '0'),
      'kind', ${oneOf(9, ['mobile', 'mobile', 'mobile', 'work', 'home'])}, 'typed', null)),
    ${inTen(10, 1, `jsonb_build_array(jsonb_build_object('id', 3 * n + 1, 'email', 'c' || n || '@example.com'))`, `'[]'`)},
    ${inTen(11, 1, `'27' || to_hex(${draw(12, 99_999_999)})`, 'null')},
    ${inTen(
      13,
      1,
      `jsonb_build_array(jsonb_build_object('id', 3 * n + 2, 'label', null, 'area', null, 'state', 10, 'country', 1,
        'line', ${draw(14, 900)} || ', ' || ${oneOf(15, ['MG Road', 'Station Road', 'Lake View'])},
        'city', 100 + ${draw(16, 300)}, 'pincode', (400001 + ${draw(17, 5_000)})::text, 'isDefault', true))`,
      `'[]'`,
    )},
    ${inTen(18, 8, `1 + ${draw(19, 12)}`, 'null')}, ${inTen(20, 1, `'Hindi'`, 'null')},
    ${inTen(21, 2, `'{sms,whatsapp}'`, `'{}'`)}::text[],
    ${draw(22, 1_000)} = 0, case when ${draw(22, 1_000)} = 0 then 'Sent a parcel back' end,
    ${inTen(23, 8, `1 + ${draw(24, 60)}`, 'null')}, ${inTen(25, 9, `1 + ${draw(26, 25)}`, 'null')},
    case when ${draw(27, 20)} = 0 then '{vip}' when ${draw(28, 400)} = 0 then array['press', 't' || ${draw(29, 50)}] else '{}' end,
    ${inTen(30, 3, `${draw(31, 1_000_000)} - 500000`, '0')}, ${draw(32, 5)},
    ${inTen(33, 5, draw(34, 1_000_000), 'null')}
  from generate_series(1, ${count}) n`

/** That many customers. What they refer to does not exist, so this database is for reading lists alone. */
export const fillCustomers = (url: string, count: number): Promise<void> => fillTable(url, 'customer', fill(count))
