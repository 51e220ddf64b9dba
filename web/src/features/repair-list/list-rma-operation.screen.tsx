import { RmaList } from './rma-list.tsx';

/** `/operation/listRma`: what stands at, comes to or was sent from the user's site. */
export const Screen = () => <RmaList audience="operation" />;
