import { Link, useNavigate } from 'react-router-dom'
import { user, type User } from '#contract/modules/access/user.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { goFromRowToRow } from '#src/ui/row-keys.ts'
import { UserStage } from './user-stage.tsx'

type Props = {
  title: string
  people: readonly User[]
  sort: string
  onSort: (sort: string) => void
  linkTo: (person: User) => string | undefined
}

const sortable = ['name', 'username'] as const
const columns = ['roles', 'branch'] as const

/** What a tablet has no room for; a phone shows each person as a card. */
const narrow = 'sm:max-lg:hidden'

/** People with their picture, what they may do, and whether they can sign in. */
export function UserTable({ title, people, sort, onSort, linkTo }: Props) {
  const words = useWords(user)
  const navigate = useNavigate()
  const fields = columns.map(name => fieldView(user, name, words))
  const nextSort = (name: string) => (sort === name ? `-${name}` : sort === `-${name}` ? '' : name)
  const sortOf = (name: string) => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none')
  return (
    <Table caption={title}>
      <TableHead>
        {sortable.map(name => (
          <HeadCell
            key={name}
            sort={sortOf(name)}
            onSort={() => onSort(nextSort(name))}
            className={name === 'username' ? narrow : undefined}
          >
            {words.field(name)}
          </HeadCell>
        ))}
        {columns.map(name => (
          <HeadCell key={name}>{words.field(name)}</HeadCell>
        ))}
        <HeadCell>{words.field('stage')}</HeadCell>
      </TableHead>
      <TableBody onKeyDown={goFromRowToRow}>
        {people.map(person => {
          const to = linkTo(person)
          return (
            <Row
              key={person.id}
              faded={person.stage === 'off'}
              className={to ? 'cursor-pointer' : undefined}
              onClick={event => {
                const onControl = (event.target as Element).closest('a, button, input, label')
                if (to && !onControl && !window.getSelection()?.toString()) void navigate(to)
              }}
            >
              <Cell className="w-1/3 max-w-0 font-medium">
                <span className="flex min-w-0 items-center gap-3">
                  <Avatar name={person.name} src={person.avatar} decorative />
                  {to ? (
                    <Link to={to} data-row-link="" className="truncate rounded-1 hover:underline">
                      {person.name}
                    </Link>
                  ) : (
                    <span className="truncate">{person.name}</span>
                  )}
                </span>
              </Cell>
              <Cell label={words.field('username')} className={narrow}>
                <bdi>{person.username}</bdi>
              </Cell>
              {fields.map(field => (
                <Cell key={field.name} label={words.field(field.name)} className="w-1/4 max-w-0">
                  <span className="block min-w-0 truncate">
                    <FieldCell field={field} value={person[field.name as keyof User]} />
                  </span>
                </Cell>
              ))}
              <Cell label={words.field('stage')}>
                <UserStage stage={person.stage} />
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}
