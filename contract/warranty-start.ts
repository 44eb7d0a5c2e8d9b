/** What a device's warranty begins with. Apart from the verdict, which few pages need. */
export const warrantyStarts = ['delivery', 'invoice', 'manual'] as const
export type WarrantyStart = (typeof warrantyStarts)[number]
