/** The format patterns of the specification (section 5), each once; forms and server checks read them from here. */
export const patterns = {
  email: /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/,
  mobile: /^1[3-9]\d{9}$/,
  /** Mainland mobile number, or landline with an area code and an optional extension. */
  phoneOrLandline: /^(1[3-9]\d{9}|0\d{2,3}-?[1-9]\d{6,7}(-\d{1,6})?)$/,
  fax: /^(0\d{2,3}-?)?[1-9]\d{6,7}(-\d{1,6})?$/,
  postcode: /^\d{6}$/,
  positiveInteger: /^[1-9]\d*$/,
  /** A decimal that starts at 0, with up to four places: 0, 0.5, 0.1234. */
  decimalFromZero: /^0(\.\d{1,4})?$/,
  nonNegative4: /^(0|[1-9]\d*)(\.\d{1,4})?$/,
  unixSeconds: /^\d{9,11}$/,
  /** A code by SMS. */
  verificationCode: /^\d{6}$/,
  /** Letters, digits and the visible special symbols of ASCII. */
  password: /^[\x21-\x7e]{6,20}$/,
  /** Letters, Chinese, digits and underscore. */
  name: /^[\p{Script=Han}A-Za-z0-9_]+$/u,
  /** What people are called: words of any script, with what stands between and in them. */
  personName: /^[\p{L}\p{M}\p{Nd}_ ·.,'’()（）-]+$/u,
  /** Any visible text of one line. */
  line: /^[^\p{C}\p{Zl}\p{Zp}]+$/u,
  /** As a name, and the hyphen. */
  folderName: /^[\p{Script=Han}A-Za-z0-9_-]+$/u,
  account: /^[A-Za-z0-9_@.+-]{1,50}$/,
  color: /^#[0-9a-f]{6}$/,
  /** A key by its place on the keyboard, and what is held with it; empty: a place without a key. */
  keyName:
    /^$|^(Ctrl\+)?(Alt\+)?(Shift\+)?([A-Z0-9]|F[1-9]|F1[0-2]|[←→↑↓=\-/?.,;'\\[\]`]|Enter|Tab|Space|Esc|Backspace|Delete|Insert|Home|End|PageUp|PageDown)$/,
  /** What a browser does not give away, or a page must not take: tabs, windows, reload, address, tools for developers. */
  browserKey:
    /^(Ctrl\+(Shift\+)?[NTWQRL]|Ctrl\+Shift\+[IJ]|F5|F11|F12|Ctrl\+(Shift\+)?Tab|Ctrl\+Page(Up|Down)|Alt\+F4|Ctrl\+F4)$/,
  sha256: /^[0-9a-f]{64}$/,
  /** 32 random bytes in base64url. */
  linkToken: /^[\w-]{43}$/,
  /** An access token: a beginning by which scanners for secrets know it, and 32 random bytes. */
  accessToken: /^loupe_pat_[\w-]{43}$/,
  /** 16 random bytes. */
  uploadId: /^[0-9a-f]{32}$/,
} as const;
