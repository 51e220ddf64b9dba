import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkTexts } from './scripts/chunk-texts.ts';
import { noNoticeIcons } from './scripts/no-notice-icons.ts';
import { precompress } from './scripts/precompress.ts';
import { startFiles } from './scripts/start-files.ts';

/** Where the API listens while the screens are developed; `PORT` is the API's own variable. */
const api = `http://localhost:${process.env.PORT ?? 3000}`;

const MENU_ICONS =
  'badge-check|check|factory|file-check-corner|file-output|file-spreadsheet|gem|hand|id-card|list-checks|package-check|package-open|package-search|phone|plus|rotate-ccw-clock|scale|scan-line|scan-search|search|sparkles|stamp|truck|user-round-cog|user-search|user-x|users-round|x';

/** Chunks that change at different rates, so that a release of ours does not make a shop download React again. */
const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 50 },
  {
    name: 'i18n',
    test: /node_modules[\\/](i18next|react-i18next|html-parse-stringify|void-elements)[\\/]/,
    priority: 40,
  },
  {
    name: 'router',
    test: /node_modules[\\/](react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/,
    priority: 30,
  },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 30 },
  // What the customer's page and the staff's app have in common; all else of ours stays out of the customer's way.
  {
    name: 'common',
    test: /ui[\\/]src[\\/](class-names|feedback[\\/]steps|chunks[\\/]lazy-chunk|theme[\\/]fonts|text[\\/](isolate|formats))\.|item[\\/]piece-image\.|lib[\\/](i18n[\\/](languages|load-texts)|api[\\/](client|api-error|new-key|device|timeouts)|session[\\/]own-origin|time[\\/]server-clock)\.|domain[\\/]src[\\/](kernel|shared[\\/]languages|contract[\\/]codes)\./,
    priority: 20,
  },
  // The menu's icons, which screens draw as well: one chunk instead of twenty.
  { name: 'menu-icons', test: new RegExp(`lucide-react[\\\\/].*[\\\\/](${MENU_ICONS})\\.`), priority: 30 },
  // What pages of pieces and packages draw: one chunk, because the shell holds the address of each.
  {
    name: 'page-icons',
    test: /lucide-react[\\/].*[\\/](arrow-right|ban|clock|copy|ellipsis|pencil|pencil-line|send|shield-check|shield-x|undo-2)\./,
    priority: 30,
  },
  // What the shell goes by: limits and rules that every screen shares come in one piece, not in ten.
  {
    name: 'rules',
    test: /domain[\\/]src[\\/](policy|remark-length|identity[\\/]auditor|(?!privacy|exports|nav|clearing|workforce|messages|webhooks|system|shipping|deposit|repair-list|reference)[\w-]+[\\/](contract|limits)|shared[\\/](product|status))\.ts|lib[\\/](time[\\/](?!moment-field)|session[\\/](session-store|refresh-session|station|use-session))/,
    priority: 10,
  },
  // What reads: one chunk, because nearly every screen asks through it.
  {
    name: 'reads',
    test: /src[\\/](lib[\\/](api[\\/]read-query|handler[\\/]use-handler)|shared[\\/]queries[\\/](rows-query|sites))\.|[\\/]live[\\/](rows|use-live|scope-topics|id-list)\.ts/,
    priority: 15,
  },
  // What nearly every screen draws with comes once with the shell.
  {
    name: 'controls',
    test: /ui[\\/]src[\\/]\w+[\\/](button|field|text-field|select|choice|tag|panel|states|menu)\.tsx|item[\\/]phase-tag\.tsx|primereact[\\/](button|inputtext|inputtextarea|checkbox|radiobutton|selectbutton|tag|skeleton|menu|tooltip)[\\/]/,
    priority: 10,
  },
];

export default defineConfig({
  plugins: [react(), noNoticeIcons(), chunkTexts(), startFiles(), precompress()],
  server: { port: 5173, proxy: { '/api': { target: api, ws: true, changeOrigin: false } } },
  preview: { port: 4173, proxy: { '/api': { target: api, ws: true, changeOrigin: false } } },
  // The picture worker loads what opens HEIC only when it meets one: chunks need modules.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    // The screens' CSP is `self` only: nothing is inlined as a data URL and no inline script is written.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    rollupOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
