import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The customer's page and the frame of the sign-in for the API to draw: one program with React inside, for an image that has no web packages. */
export default defineConfig({
  plugins: [react()],
  ssr: { noExternal: true, target: 'node' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/server.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    rollupOptions: { output: { entryFileNames: 'customer-page.js' } },
  },
});
