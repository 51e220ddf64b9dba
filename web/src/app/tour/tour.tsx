import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { endTour } from '../../lib/page/tour-state.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { placeOf, type Box } from './place.ts';
import { tourSteps } from './tour-steps.ts';
import './tour.css';

/** A short tour of the first screen: each step points at a real part of it. Esc skips it. */
export function Tour() {
  const { view } = useSession();
  const [at, setAt] = useState(0);
  const steps = tourSteps(view);
  const step = steps[at];
  const box = useBoxOf(step?.at ?? '');
  const card = useRef<HTMLDivElement>(null);
  useOpened(card);
  usePlaced(card, box);
  const end = () => endTour(view.user.id);
  useEscape(end);
  if (step === undefined) return null;
  return (
    <div ref={card} popover="manual" className="tour" data-testid="tour">
      {box !== null && (
        <div
          className="tour-ring"
          aria-hidden
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      )}
      <Card key={at} step={step} at={at} count={steps.length} onGo={setAt} onEnd={end} />
    </div>
  );
}

interface CardProps {
  step: ReturnType<typeof tourSteps>[number];
  at: number;
  count: number;
  onGo: (at: number) => void;
  onEnd: () => void;
}

function Card({ step, at, count, onGo, onEnd }: CardProps) {
  const { t } = useTranslation(['tour', 'common']);
  const title = useId();
  const card = useRef<HTMLDivElement>(null);
  const isLast = at === count - 1;
  useEffect(() => card.current?.focus(), []);
  return (
    <div
      ref={card}
      className="tour-card stack gap-10"
      role="dialog"
      aria-labelledby={title}
      aria-describedby={`${title}-text`}
      tabIndex={-1}
      style={{ left: 0, top: 0 }}
    >
      <p className="small muted num">{t('step', { step: at + 1, total: count })}</p>
      <h2 id={title}>{t(`${step.key}.title`)}</h2>
      <p id={`${title}-text`}>{t(step.text)}</p>
      <div className="row gap-8 wraps">
        <Button variant="primary" onClick={() => (isLast ? onEnd() : onGo(at + 1))} testId="tour-next">
          {t(isLast ? 'done' : 'next')}
        </Button>
        {at > 0 && <Button onClick={() => onGo(at - 1)}>{t('common:back')}</Button>}
        {!isLast && (
          <Button variant="quiet" onClick={onEnd} testId="tour-skip">
            {t('skip')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Wherever the focus is; a window over the page closes first. */
function useEscape(end: () => void): void {
  const press = useHandler((event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.querySelector('.p-dialog') === null) end();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [press]);
}

/** In the top layer, over what the screen draws; the focus goes back where it was. */
function useOpened(card: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    card.current?.showPopover();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [card]);
}

/** Where the first of these elements stands, and stands after the window changed; null while there is none. */
function useBoxOf(selector: string): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const found = selector === '' ? null : document.querySelector(selector);
      const rect = found?.getBoundingClientRect();
      setBox(rect === undefined ? null : within(rect));
    };
    measure();
    const timer = setInterval(measure, 500);
    addEventListener('resize', measure);
    return () => {
      clearInterval(timer);
      removeEventListener('resize', measure);
    };
  }, [selector]);
  return box;
}

/** The part of it that the window shows. */
function within({ left, top, width, height }: DOMRect): Box {
  return { left, top, width, height: Math.min(height, innerHeight - top) };
}

function usePlaced(popover: React.RefObject<HTMLElement | null>, box: Box | null): void {
  useLayoutEffect(() => {
    const card = popover.current?.querySelector<HTMLElement>('.tour-card');
    if (!card) return;
    const view = { width: innerWidth, height: innerHeight };
    const subject = box ?? { left: 0, top: 0, width: view.width, height: view.height };
    const { width, height } = card.getBoundingClientRect();
    const place = placeOf(subject, { width, height }, view, document.documentElement.dir === 'rtl');
    card.style.translate = `${place.left}px ${place.top}px`;
  });
}
