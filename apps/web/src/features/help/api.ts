/** Help: what other parts of the app may use. */
export { HelpMenu } from './parts/HelpMenu.tsx';
export { PageTour } from './parts/PageTour.tsx';
