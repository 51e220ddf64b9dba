import { PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';

/**
 * PrimeReact in styled mode without its style sheets: what it would insert goes into an element that stands in no
 * document. So its stock rules never meet ours, and a CSP of `style-src 'self'` needs no nonce.
 */
const nowhere = document.createElement('div');

const settings = {
  ripple: false,
  styleContainer: nowhere,
  hideOverlaysOnDocumentScrolling: false,
  zIndex: { modal: 1100, overlay: 1150, menu: 1150, tooltip: 1200, toast: 1250 },
};

export const Prime = ({ children }: { children: ReactNode }) => (
  <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>
);
