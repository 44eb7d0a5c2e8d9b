import { toast } from '#src/ui/toast.ts'

/** Whom people ask may be written as an address, a number, or words. */
export function askForHelp(whom: string) {
  const address = /[^\s<>()]+@[^\s<>()]+/.exec(whom)?.[0]
  const phone = /\+?\d[\d ()-]{5,}/.exec(whom)?.[0]
  if (address) location.href = `mailto:${address}`
  else if (phone) location.href = `tel:${phone.replace(/[^\d+]/g, '')}`
  else toast(whom)
}
