import { useSearchParams } from 'react-router-dom';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { PickupClient } from './pickup-client.tsx';
import { PickupStart } from './pickup-start.tsx';
import { useFindClient, type FoundPiece } from './use-find-client.ts';
import './pickup.css';

const numberIn = (params: URLSearchParams, name: string): number | null => {
  const number = Number(params.get(name));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/**
 * `/pickup?id=`: a client stands at the counter (product/repair.md §15). A scan of the receipt, of a piece or of the
 * client's own page opens what is theirs; what they pay, one signature and one Enter hand it over.
 */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const rmaId = numberIn(params, 'id');
  const open = (piece: FoundPiece) => setParams({ id: String(piece.rmaId) }, { replace: rmaId !== null });
  const find = useFindClient(open);
  const leave = () => setParams({});
  if (rmaId === null) return <Start find={find} onOpen={open} />;
  return <PickupClient key={rmaId} rmaId={rmaId} onScan={find.run} onLeave={leave} />;
}

interface StartProps {
  find: ReturnType<typeof useFindClient>;
  onOpen: (piece: FoundPiece) => void;
}

function Start({ find, onOpen }: StartProps) {
  useWedge({ onScan: find.run });
  return <PickupStart isBusy={find.isBusy} onFind={find.run} onOpen={onOpen} />;
}
