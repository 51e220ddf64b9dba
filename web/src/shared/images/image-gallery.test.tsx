// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthImage } from './auth-image.tsx';
import { ImageGallery } from './image-gallery.tsx';

// Its parts come as they are needed: only a busy machine is slow.
configure({ asyncUtilTimeout: 15_000 });

const fetched: string[] = [];
const living = new Set<string>();
let isFound = true;

beforeEach(() => {
  fetched.length = 0;
  living.clear();
  isFound = true;
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    return isFound ? new Response(new Blob(['x'])) : new Response('{}', { status: 404 });
  });
  URL.createObjectURL = () => {
    const url = `blob:${fetched.length}-${living.size}`;
    living.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void living.delete(url);
  document.documentElement.dir = 'ltr';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a kept picture', () => {
  it('is fetched once, shown, and its bytes are released with it', async () => {
    const shown = render(<AuthImage id="abc" alt="ring" />);
    await waitFor(() => expect(shown.container.querySelector('img')?.src).toMatch(/^blob:/));
    expect(fetched).toEqual(['/api/image/abc']);
    expect(living.size).toBe(1);
    shown.unmount();
    expect(living.size).toBe(0);
  });

  it('releases one picture when it shows another', async () => {
    const shown = render(<AuthImage id="one" alt="" />);
    await waitFor(() => expect(living.size).toBe(1));
    shown.rerender(<AuthImage id="two" alt="" />);
    await waitFor(() => expect(fetched).toEqual(['/api/image/one', '/api/image/two']));
    await waitFor(() => expect(living.size).toBe(1));
  });

  it('says that it cannot be shown', async () => {
    isFound = false;
    render(<AuthImage id="gone" alt="ring" />);
    expect(await screen.findByTestId('image-missing')).toBeTruthy();
  });
});

describe('a gallery', () => {
  const images = ['a', 'b', 'c'].map((id) => ({ id, caption: `picture ${id}` }));
  const heading = () => document.querySelector('.p-dialog-title')?.textContent;

  it('opens a picture large, and goes round with the arrows that point forward and back', async () => {
    render(<ImageGallery images={images} />);
    fireEvent.click(screen.getAllByTestId('image-open')[2] as HTMLElement);
    await screen.findByTestId('lightbox');
    expect(heading()).toBe('picture c');
    act(() => void fireEvent.keyDown(window, { key: 'ArrowRight' }));
    expect(heading()).toBe('picture a');
    act(() => void fireEvent.keyDown(window, { key: 'ArrowLeft' }));
    expect(heading()).toBe('picture c');
    document.documentElement.dir = 'rtl';
    act(() => void fireEvent.keyDown(window, { key: 'ArrowLeft' }));
    expect(heading()).toBe('picture a');
  });

  it('shows nothing where there is nothing', () => {
    expect(render(<ImageGallery images={[]} />).container.innerHTML).toBe('');
  });
});
