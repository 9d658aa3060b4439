/** What other parts of the web app may use of authority. */
export { MenuListPage } from './pages/MenuListPage.tsx';
