import { ChangesCard } from './changes-card.tsx'
import { PasteCard, type PasteCardProps } from './paste-card.tsx'

/** What stands beside the table, or below it where there is no room. */
export const SideCards = ({ mayCreate, ...paste }: PasteCardProps & { mayCreate: boolean }) => (
  <>
    {mayCreate && <PasteCard {...paste} />}
    <ChangesCard list={paste.list} />
  </>
)
