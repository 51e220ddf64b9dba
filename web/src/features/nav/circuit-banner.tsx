import type { NavCircuit } from '@atelier/contracts/nav/schema.ts';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

const TONES = { closed: 'good', open: 'error', 'half-open': 'warn', absent: 'warn' } as const;

/** Whether NAV is reached. While it is not, documents wait; nothing is lost and nobody has to do anything. */
export function CircuitBanner({ circuit }: { circuit: NavCircuit }) {
  const { t } = useTranslation('nav');
  const format = useStaffFormat();
  const { state, since } = circuit;
  return (
    <div data-state={state} data-testid="nav-circuit">
      <Banner tone={TONES[state]} title={t(`circuit.${state}`)}>
        <span className="small">
          {t(`circuitMore.${state}`)}
          {since !== null && ` ${t('circuitSince', { time: format.dateTime(since) })}`}
        </span>
      </Banner>
    </div>
  );
}
