// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { openScreen } from '../../live/testing-screen.tsx';
import { WorkerForm } from './worker-form-part.tsx';
import type { WorkerView } from './queries.ts';

const mei: WorkerView = {
  ID: 5,
  WorkerID: 'W1',
  WorkerName: 'Mei',
  Barcode: '••12',
  Department: 'Polish',
  Role: { ID: 3, Key: 'polish', Name: 'Polish' },
  store: { id: 9, code: 'FSZ', name: 'Shenzhen' },
  IsActive: true,
  HasPin: false,
  version: 4,
};

/** The panel's form, above the button that deactivates the worker it is open on. */
function Opened() {
  const [base, setBase] = useState(mei);
  return (
    <>
      <WorkerForm base={base} roles={[]} sites={[]} onSaved={() => undefined} onReadAgain={() => undefined} />
      <button type="button" onClick={() => setBase({ ...mei, IsActive: false, version: 5 })}>
        deactivate
      </button>
    </>
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const save = () => screen.getByTestId<HTMLButtonElement>('worker-save');
const type = (field: string, value: string): void => {
  fireEvent.change(screen.getByTestId(`worker-field-${field}`), { target: { value } });
};

it('has nothing to save when the worker was deactivated beside it', async () => {
  opened = await openScreen(<Opened />, () => undefined);
  expect(save().disabled).toBe(true);
  act(() => screen.getByText('deactivate').click());
  expect(save().disabled).toBe(true);
  type('Department', 'Setting');
  expect(save().disabled).toBe(false);
});

it('shows what is wrong beside its field once it is sent, and takes it back as it is mended', async () => {
  opened = await openScreen(<Opened />, () => undefined);
  type('WorkerName', ' ');
  act(() => save().click());
  await opened.settle();
  const name = screen.getByTestId('worker-field-WorkerName');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  type('WorkerName', 'Mei Lin');
  await opened.settle();
  expect(name.getAttribute('aria-invalid')).toBeNull();
});
