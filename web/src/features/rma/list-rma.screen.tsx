import { RmaList } from './list/rma-list.tsx';

/** `/listRma`: all repairs of the shop (specification §2; it loads only for shops, §6). */
export const Screen = () => <RmaList audience="shop" />;
