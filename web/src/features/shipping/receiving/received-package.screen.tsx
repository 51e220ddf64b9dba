import { useSearchParams } from 'react-router-dom';
import { ReceivePage } from './receive-page.tsx';
import { StartPage } from './start-page.tsx';
import '../../../shared/scan/scan.css';
import './receiving.css';

/**
 * `/receivedpackage` for shops, `/operation/packages` for the warehouse and the factories: which package lies on the
 * table, then everything in it (product/shipping.md §6). Its number stands in the address.
 */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const tracking = params.get('tracking');
  const pick = (chosen: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (chosen === null) after.delete('tracking');
      else after.set('tracking', chosen);
      return after;
    });
  if (tracking === null) return <StartPage onPick={pick} />;
  // Another package is another table: nothing of the one before may linger on it.
  return <ReceivePage key={tracking} tracking={tracking} onLeave={() => pick(null)} />;
}
