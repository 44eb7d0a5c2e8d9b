export { MyStockPage } from '../held/my-stock-page.tsx'
export { PartStockPage } from '../held/part-stock-page.tsx'
export { ProductStockPage } from './product-stock-page.tsx'
