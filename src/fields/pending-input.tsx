import { TextInput } from '#src/ui/text-input.tsx'
import { pendingName } from './reference.tsx'
import { control, type InputProps } from './view.ts'

type Props = Omit<InputProps, 'field' | 'value' | 'onChange'> & { ids: readonly number[]; onClear: () => void }

/** What refers to a module that is planned and not there yet: it cannot be chosen, only read and taken out. */
export const PendingInput = ({ ids, onClear, ...rest }: Props) => (
  <TextInput {...control(rest)} readOnly clearable value={ids.map(pendingName).join(', ')} onChange={onClear} />
)
