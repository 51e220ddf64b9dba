import type { Plugin } from 'vite';

const ICONS = /^primereact\/icons\/(timescircle|infocircle|exclamationtriangle)$/;
const NONE = '\0no-notice-icon';
const NAMES = ['ExclamationTriangleIcon', 'InfoCircleIcon', 'TimesCircleIcon'];

/** Leaves PrimeReact's icons of a notice out of the build: each of our notices brings its icon (`feedback/notices.tsx`). */
export const noNoticeIcons = (): Plugin => ({
  name: 'no-notice-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (ICONS.test(id) ? NONE : undefined),
  load: (id) =>
    id === NONE ? NAMES.map((name) => `export const ${name} = () => null;`).join('\n') : undefined,
});
