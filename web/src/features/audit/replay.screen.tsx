import { useReplayAddress } from './replay-address.ts';
import { ReplayPart } from './replay-part.tsx';
import { SubjectForm } from './subject-form.tsx';
import './audit.css';

/** `/system/audit/replay`: the history of one subject, event by event; the address holds subject, span and moment (product/audit.md §6). */
export function Screen() {
  const address = useReplayAddress();
  const { subject } = address.values;
  return (
    <div className="stack" data-testid="replay-page">
      {subject === '' ? (
        <SubjectForm onChoose={(chosen) => address.change({ subject: chosen, at: '' })} />
      ) : (
        <ReplayPart key={subject} address={address} />
      )}
    </div>
  );
}
