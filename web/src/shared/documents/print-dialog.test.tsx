// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberedSize, type PaperSubject } from './paper-order.ts';
import { PrintDialog } from './print-dialog.tsx';

// Its parts come as they are needed: only a busy machine is slow.
configure({ asyncUtilTimeout: 15_000 });

interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
}
const asked: Asked[] = [];
const living = new Set<string>();
let status = 200;

beforeEach(() => {
  asked.length = 0;
  living.clear();
  status = 200;
  localStorage.clear();
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string | null }) => {
    asked.push({ path, body: JSON.parse(body ?? '{}') });
    const refusal = { status, success: false, code: 'price_unknown', message: '', data: null };
    return status === 200
      ? new Response(new Blob(['x']), { headers: { 'x-pages': '3' } })
      : new Response(JSON.stringify(refusal), { status });
  });
  URL.createObjectURL = () => {
    const url = `blob:${asked.length}-${living.size}`;
    living.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void living.delete(url);
  HTMLAnchorElement.prototype.click = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (subject: PaperSubject) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PrintDialog subject={subject} onClose={() => undefined} />
    </QueryClientProvider>,
  );
const PIECES: PaperSubject = { kind: 'items', itemIds: [7, 8] };

describe('the print dialog', () => {
  it('shows the page that will be printed, and the one after it', async () => {
    const shown = open(PIECES);
    const page = await screen.findByTestId('print-page');
    expect(page.getAttribute('src')).toMatch(/^blob:/);
    expect(asked[0]).toMatchObject({
      path: '/api/rma/label',
      body: { format: 'png', page: 1, rma_item_ids: [7, 8] },
    });
    fireEvent.click(screen.getByTestId('print-after'));
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ page: 2 }));
    shown.unmount();
    expect(living.size).toBe(0);
  });

  it('makes the file with what was chosen, and remembers the size on this device', async () => {
    open(PIECES);
    fireEvent.click(screen.getByLabelText('size.57x32'));
    fireEvent.change(screen.getByTestId('print-copies'), { target: { value: '3' } });
    fireEvent.click(screen.getByTestId('print-download'));
    await waitFor(() => expect(rememberedSize('items')).toBe('57x32'));
    const file = asked.find(({ body }) => body['format'] === undefined);
    expect(file?.body).toMatchObject({ size: '57x32', copies: 3, rma_item_ids: [7, 8] });
  });

  it('keeps the last good number while something else is typed', async () => {
    open(PIECES);
    const copies = screen.getByTestId('print-copies');
    fireEvent.change(copies, { target: { value: '4' } });
    for (const value of ['', '0', '21', 'x']) {
      fireEvent.change(copies, { target: { value } });
      expect(copies.getAttribute('aria-invalid')).toBe('true');
    }
    fireEvent.click(screen.getByTestId('print-download'));
    await waitFor(() =>
      expect(asked.find(({ body }) => body['format'] === undefined)?.body).toMatchObject({ copies: 4 }),
    );
  });

  it('says why a paper cannot be made', async () => {
    status = 400;
    open({ kind: 'package', tracking: 'T-1' });
    fireEvent.click(screen.getByTestId('print-download'));
    expect(await screen.findByTestId('print-error')).toBeTruthy();
    expect(localStorage.getItem('atelier.label-size.package')).toBeNull();
  });
});
