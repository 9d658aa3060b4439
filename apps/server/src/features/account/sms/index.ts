/** Codes by SMS: what other parts of the server may use. */
export { networkOf, sendCode, withCode, type AskedCode, type GivenCode } from './codes.ts';
export { codeToken, setCodeCookie } from './cookie.ts';
export { codeText } from './text.ts';
export { makeSms, type Sms } from './sms.ts';
