/** What the packing page draws beside its lists: one chunk, loaded once the page is there. */
export { OutboundPanel } from './outbound-panel.tsx';
export { PackageMenu } from './package-menu.tsx';
export { SealSection } from './seal-section.tsx';
export { SentPanel } from './sent-panel.tsx';
export { SignatureHistory } from './signature-history.tsx';
