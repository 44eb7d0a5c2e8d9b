import type pg from 'pg'
import type { Actor } from '#contract/actor.ts'
import {
  choice,
  choices,
  date,
  dateTime,
  files,
  flag,
  guarded,
  lines,
  listItem,
  listItems,
  longText,
  maybe,
  accountMoney,
  money,
  number,
  reference,
  text,
  withDefault,
} from '#contract/fields.ts'
import { defineList } from '#contract/list.ts'
import { defineModule, type Register } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { behaviour, type Writer } from '#server/crud/behaviour.ts'
import { behavioursOf } from '#server/modules/index.ts'

/** A status list of the sample's own. */
export const jobStatus = defineList({
  name: 'jobStatus',
  code: 901,
  path: 'job-status-list',
  stages: ['draft', 'open', 'done'],
})
export const jobTag = defineList({ name: 'jobTag', code: 902, path: 'job-tag-list' })

/** A module with one of everything, for tests of what is generic. It exists in tests only. */
export const job = defineModule({
  name: 'job',
  code: 900,
  wide: ['list', 'edit'],
  fields: {
    title: text(120),
    note: maybe(longText()),
    owner: maybe(reference('dealerBranch')),
    person: maybe(number()),
    branch: maybe(number()),
    due: maybe(date()),
    seenAt: maybe(dateTime()),
    weight: maybe(number({ min: 0, max: 1_000 })),
    price: maybe(accountMoney()),
    cost: guarded('all', maybe(money())),
    urgent: withDefault(flag(), false),
    size: withDefault(choice(['small', 'large']), 'small'),
    days: withDefault(choices(['mon', 'tue', 'wed']), []),
    status: maybe(listItem(jobStatus)),
    tag: maybe(listItem(jobTag)),
    tags: withDefault(listItems(jobTag), []),
    photos: withDefault(files(), []),
    lines: withDefault(
      lines(
        { what: text(80), qty: number({ min: 0 }), tag: maybe(listItem(jobTag)), sent: withDefault(number(), 0) },
        { given: ['sent'] },
      ),
      [],
    ),
  },
  given: { number: text(20) },
  title: 'title',
  search: ['title', 'number'],
  offline: { keep: 'recent', write: true, open: ['draft', 'open'] },
  scope: { own: 'person', branch: 'branch' },
  stages: ['draft', 'open', 'done'],
  editable: ['draft', 'open'],
  moves: {
    start: { from: ['draft'], to: 'open', offline: true },
    finish: { from: ['open'], to: 'done', needs: 'dispatch', args: { weight: number({ min: 0 }) } },
    reopen: { from: ['done'], to: 'open', needs: 'approve', args: { why: text(200) } },
  },
})

export const sampleRegister: Register = { ...register, job, jobStatus, jobTag }

export const jobBehaviour = behaviour(job, {
  check({ row, args }) {
    if (row.title === 'Refuse me') throw new Error(`planted: nobody foresaw this ${String(args.title)}`)
  },
  on: {
    create: ({ row }) => ({ number: `JOB-${row.id}` }),
    finish: ({ args, row }) => ({
      weight: args.weight,
      lines: (row.lines as { qty: number }[]).map(line => ({ ...line, sent: line.qty })),
    }),
  },
})

export const sampleWriter = (now: () => Date = () => new Date()): Writer => ({
  register: sampleRegister,
  behaviourOf: module => (module === job ? jobBehaviour.behaviour : behavioursOf(module)),
  now,
})

/** The table of the sample, as a migration would make it. */
export const sampleTable = `
  create table job (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by bigint not null,
    updated_at timestamptz(3) not null default now(),
    updated_by bigint not null,
    archived_at timestamptz(3),
    title text not null,
    note text,
    owner bigint,
    person double precision,
    branch double precision,
    due date,
    seen_at timestamptz(3),
    weight double precision,
    price bigint,
    cost bigint,
    urgent boolean not null default false,
    size text not null,
    days text[] not null,
    status bigint,
    tag bigint,
    tags bigint[] not null,
    photos bigint[] not null,
    lines jsonb not null,
    number text,
    stage text not null,
    searched text generated always as (search_key(' ' || coalesce(title, '') || ' ' || coalesce(number, ''))) stored
  );
  create index job_title on job ((sort_key(title) collate "C"), id);
  create index job_search on job using gin (searched gin_trgm_ops);
  select attach_record('job', 'job', 'person', 'branch');
`

export const addSample = (pool: pg.Pool) => pool.query(sampleTable)

const every = ['a', 'b', 'c', 'd', 'e', 'f']

/** An actor who may do everything, or what is said. */
export const actorWith = (differences: Partial<Actor> = {}): Actor => ({
  id: 1,
  permissions: new Set(Object.values(sampleRegister).flatMap(({ code }) => every.map(letter => `${code}-${letter}`))),
  branch: null,
  scopes: {},
  approves: new Set(['job']),
  statusPermission: 'all',
  ...differences,
})
