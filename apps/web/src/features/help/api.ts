/** Help: what other parts of the app may use. */
export { HelpMenu } from './parts/HelpMenu.tsx';
export { PageTour } from './parts/PageTour.tsx';

/** The part of the guide with the annotation formats; its number is that of the heading in both languages. */
export const formatsGuide = '/help/guide#10';
