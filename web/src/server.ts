/** What the API draws before any script runs (`vite.server.config.ts`). */
export * from './features/customer-site/first-paint.server.tsx';
export * from './features/identity/login-paint.server.tsx';
