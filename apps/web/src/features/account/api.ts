/** What other parts of the web app may use of the account feature. */
export { ChangePassword } from './parts/ChangePassword.tsx';
export { SignInAgain } from './parts/SignInAgain.tsx';
export { newPasswordRules } from './parts/password-rules.ts';
export { CodeField } from './center/CodeField.tsx';
