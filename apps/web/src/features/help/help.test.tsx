/** Guided tours: their words, on which pages they stand, and that each is shown once until it is asked for again. */
import { tourIds } from '@loupe/contract';
import { fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../core/i18n.ts';
import { sessionStore } from '../../core/session.ts';
import { scenes } from '../../families/scenes.ts';
import { en } from '../../locales/en.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { PageTour } from './parts/PageTour.tsx';
import { showAgain } from './seen.ts';
import { tourOf, tourPlans } from './tours.ts';

describe('tours', () => {
  it('have words for each stop, in both languages', async () => {
    await startI18n('en');
    for (const lng of ['zh', 'en']) {
      for (const { stops } of Object.values(tourPlans)) {
        expect(stops.length).toBeGreaterThan(1);
        for (const { title, text } of stops)
          expect([title, text].map((key) => i18next.exists(key, { lng, fallbackLng: [] }))).toEqual([true, true]);
      }
    }
  });

  it('stand on the dashboard, and on a data set, the workbench, the training form and a result of each family', () => {
    expect(tourOf(undefined, '/dashboard')).toBe('dashboard');
    expect(tourOf(undefined, '/bin')).toBeNull();
    for (const family of ['detection', 'ocr', 'anomaly']) {
      const found = scenes.filter((scene) => scene.family === family).map(({ screen: id, path }) => tourOf(id, path));
      expect(new Set(found)).toEqual(new Set([null, ...tourIds.filter((id) => id !== 'dashboard')]));
    }
  });

  it('are shown once all is there, told to the server at once, and shown again on request alone', async () => {
    sessionStore.set(sessionOf([], { toursSeen: ['dataset'] }));
    const api = fakeApi({ tourSeen: null });
    const page = (
      <>
        <div data-tour="data">images</div>
        <div data-tour="summary">summary</div>
        <PageTour />
      </>
    );
    const { user } = await show(page, { screen: 'AddSet' });
    const words = en.help.tours.training;
    const place = document.querySelector('[data-tour="data"]')!;
    expect(await screen.findByText(words.data)).toBeTruthy();
    expect(api.asked('tourSeen')).toEqual([{ tours: ['training'] }]);
    expect(sessionStore.get()!.toursSeen).toEqual(['dataset', 'training']);
    // what is not on the page is left out
    await user.click(screen.getByRole('button', { name: en.help.next }));
    expect(screen.getByText(words.summary)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: en.help.previous }));
    await user.click(screen.getByRole('button', { name: en.help.next }));
    const back = vi.fn();
    Object.assign(place, { scrollTop: 300, scrollTo: back });
    await user.click(screen.getByRole('button', { name: en.help.done }));
    // the page goes back to where it stood
    expect(back).toHaveBeenCalledWith({ top: 0 });
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: en.help.done })).toBeNull());
    showAgain();
    expect(await screen.findByText(words.dataText)).toBeTruthy();
  });

  it('of the workbench closes with Escape, which the image does not hear, and stays away', async () => {
    sessionStore.set(sessionOf([], { toursSeen: [] }));
    fakeApi({ tourSeen: null });
    const page = (
      <>
        <div data-tour="tools">tools</div>
        <div data-tour="strip">images</div>
        <PageTour />
      </>
    );
    await show(page, { screen: 'Annotate' });
    const words = en.help.tours.workbench;
    expect(await screen.findByText(words.tools)).toBeTruthy();
    const image = vi.fn();
    window.addEventListener('keydown', image);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByText(words.tools)).toBeNull());
    expect(image).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(image).toHaveBeenCalledTimes(1);
    window.removeEventListener('keydown', image);
    expect(sessionStore.get()!.toursSeen).toContain('workbench');
  });
});
