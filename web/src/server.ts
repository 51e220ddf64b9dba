/** What the API draws before any script runs (`vite.server.config.ts`). */
export {
  drawAccessPage,
  drawCustomerPage,
  drawFeePage,
} from './features/customer-site/first-paint.server.tsx';
export { drawLogin } from './features/identity/login-paint.server.tsx';
