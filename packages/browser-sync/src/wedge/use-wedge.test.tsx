// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, Suspense, lazy, useLayoutEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDrawnEntry } from './drawn-entry.ts';
import { useScansElsewhere, useWedge } from './use-wedge.ts';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

it('keeps a code for the screen that is on its way, while the one before is still in sight', () => {
  const scans: string[] = [];
  const Pages = ({ at }: { at: string }) => {
    useDrawnEntry(at);
    return <Listening key={at} isEnabled onScan={(code) => scans.push(`${at} ${code}`)} />;
  };
  const { rerender } = render(<Pages at="default" />);
  scan('PAR-000001');
  history.pushState({ key: 'plating' }, '', '/plating');
  scan('PAR-000002');
  expect(scans).toEqual(['default PAR-000001']);
  rerender(<Pages at="plating" />);
  scan('PAR-000003');
  expect(scans).toEqual(['default PAR-000001', 'plating PAR-000002', 'plating PAR-000003']);
  history.replaceState(null, '', '/');
  rerender(<Pages at="default" />);
});

it('reads a code that comes between the drawing of a screen and its painting', () => {
  const scans: string[] = [];
  render(<Bench onScan={(code) => scans.push(code)} />);
  expect(scans).toEqual(['PAR-000123']);
});

it('reads a code that comes as the next screen is drawn there, before the one before has gone', () => {
  const scans: string[] = [];
  const at = (name: string) => <Bench key={name} onScan={(code) => scans.push(`${name} ${code}`)} />;
  const { rerender } = render(at('polishing'));
  rerender(at('plating'));
  expect(scans).toEqual(['polishing PAR-000123', 'plating PAR-000123']);
});

it('reads on where it was hidden and another screen has listened meanwhile', () => {
  const scans: string[] = [];
  const at = (isWaiting: boolean) => (
    <>
      <Screen isWaiting={isWaiting} onScan={(code) => scans.push(`screen ${code}`)} />
      {isWaiting && <Listening isEnabled onScan={(code) => scans.push(`window ${code}`)} />}
    </>
  );
  const { rerender } = render(at(false));
  rerender(at(true));
  scan('PAR-000005');
  rerender(at(false));
  scan('PAR-000006');
  expect(scans).toEqual(['window PAR-000005', 'screen PAR-000006']);
});

it('reads a code that comes while the screen is hidden behind a part that loads', () => {
  const scans: string[] = [];
  const onScan = (code: string) => scans.push(code);
  const { rerender } = render(<Screen isWaiting={false} onScan={onScan} />);
  rerender(<Screen isWaiting onScan={onScan} />);
  scan('PAR-000124');
  expect(scans).toEqual(['PAR-000124']);
});

it('reads a code once, also mounted twice, and none after it is disabled or unmounted', () => {
  const scans: string[] = [];
  const onScan = (code: string) => scans.push(code);
  const at = (isEnabled: boolean) => (
    <StrictMode>
      <Listening isEnabled={isEnabled} onScan={onScan} />
    </StrictMode>
  );
  const { rerender, unmount } = render(at(true));
  scan('PAR-000001');
  rerender(at(false));
  scan('PAR-000002');
  rerender(at(true));
  scan('PAR-000003');
  unmount();
  scan('PAR-000004');
  expect(scans).toEqual(['PAR-000001', 'PAR-000003']);
});

const NeverLoaded = lazy(() => new Promise<never>(() => undefined));

function Screen({ isWaiting, onScan }: { isWaiting: boolean; onScan: (code: string) => void }) {
  return (
    <Suspense fallback={null}>
      <Listening isEnabled onScan={onScan} />
      {isWaiting && <NeverLoaded />}
    </Suspense>
  );
}

function Listening({ isEnabled, onScan }: { isEnabled: boolean; onScan: (code: string) => void }) {
  useWedge({ onScan }, isEnabled);
  return null;
}

/** Drawn, the bench is scanned at before the browser paints it. */
function Bench({ onScan }: { onScan: (code: string) => void }) {
  useWedge({ onScan });
  useLayoutEffect(() => scan('PAR-000123'), []);
  return null;
}

function scan(code: string, target: Element = document.body): void {
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + index * 6 });
    target.dispatchEvent(event);
  }
}

describe('a page whose screen takes no scans', () => {
  const scans: string[] = [];
  const Page = ({ children }: { children?: ReactNode }) => {
    useScansElsewhere((code) => scans.push(`page ${code}`));
    return children;
  };
  afterEach(() => void scans.splice(0));

  it('takes them itself, and none while a screen takes them', () => {
    const bench = <Listening isEnabled onScan={(code) => scans.push(`screen ${code}`)} />;
    const { rerender } = render(<Page />);
    scan('PAR-000001');
    rerender(<Page>{bench}</Page>);
    scan('PAR-000002');
    rerender(<Page />);
    scan('PAR-000003');
    expect(scans).toEqual(['page PAR-000001', 'screen PAR-000002', 'page PAR-000003']);
  });

  it('takes none while its screen has put scans off', () => {
    render(
      <Page>
        <Listening isEnabled={false} onScan={(code) => scans.push(code)} />
      </Page>,
    );
    scan('PAR-000004');
    expect(scans).toEqual([]);
  });

  it('leaves a code in the field that it was scanned into', () => {
    render(
      <Page>
        <input data-testid="serial" />
      </Page>,
    );
    const field = screen.getByTestId('serial');
    field.focus();
    scan('PAR-000005', field);
    expect(scans).toEqual([]);
  });
});
