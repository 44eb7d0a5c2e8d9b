/** An amount as a sentence of the server says it: 1,00,000.00. */
export const saidAmount = (amount: number): string =>
  (amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
