export const detailsOf = (id: number) => `/stock-count/stock-count-details/${id}`
export const scannerFor = (id: number) => `/scanner?mode=countStock&count=${id}`
