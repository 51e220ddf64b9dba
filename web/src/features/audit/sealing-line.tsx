import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useSealingWords } from '../../shared/history/use-sealing-words.ts';
import { useSealing } from './verify-queries.ts';

/** How far the log is sealed, what waits and for how long, live. */
export function SealingLine() {
  const { data } = useSealing();
  return data === undefined ? null : <Standing sealing={data.data} />;
}

function Standing({ sealing }: { sealing: SealingView }) {
  const { standing, late, troubles } = useSealingWords(sealing);
  const isTrouble = late !== null || troubles.length > 0;
  return (
    <div className="stack sealing" data-testid="sealing" data-tone={isTrouble ? 'warn' : 'good'}>
      <p className="small num">{standing}</p>
      {isTrouble && (
        <Banner tone="warn" title={late} testId="sealing-trouble">
          {troubles.map((trouble) => (
            <div key={trouble}>
              <bdi>{trouble}</bdi>
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}
