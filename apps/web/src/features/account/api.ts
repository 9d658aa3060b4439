/** What other parts of the web app may use of the account feature. */
export { ChangePassword } from './parts/ChangePassword.tsx';
