type Values = Record<string, unknown>

const isSwap = ({ mode }: Values): boolean => mode === 'doorstepSwap'
/** The old device is neither back nor given up. */
const isAwaited = ({ mode, oldBackAt, writtenOffAt }: Values): boolean =>
  mode !== 'noReturn' && !oldBackAt && !writtenOffAt

/** Short, because the shell loads them with the declaration. */
export const whenReplacing = {
  isSwap,
  isHandedOver: (row: Values): boolean => !isSwap(row),
  isAwaited,
  isSettled: (row: Values): boolean => !isAwaited(row),
}
