/** Messages of sessions, access tokens, single sign-on and sign-in at a provider. */
export const signInMessages = {
  'token.unknown': {
    zh: '访问令牌无效：可能已过期或被撤销。请在个人中心新建令牌',
    en: 'This access token is not valid. It may have expired or been revoked. Create a new one in My account',
  },
  'token.scope': {
    zh: '此访问令牌没有执行该操作的权限范围。请在个人中心新建范围合适的令牌',
    en: 'The scope of this access token does not allow this call. Create a token with a suitable scope in My account',
  },
  'token.account': {
    zh: '访问令牌不能管理账号、密码、令牌和登录会话。请在浏览器中登录后操作',
    en: 'Access tokens cannot manage accounts, passwords, tokens or sessions. Sign in with a browser instead',
  },
  'token.tooMany': {
    zh: '访问令牌最多 {max} 个，请先撤销不再使用的令牌',
    en: 'You can have at most {max} access tokens. Revoke those that you no longer use',
  },
  'account.passwordWrong': { zh: '密码错误', en: 'The password is wrong' },
  'account.phoneTaken': {
    zh: '该手机号已用于另一个账号，请换一个号码，或联系管理员',
    en: 'Another account already uses this phone number. Use another number, or contact your administrator',
  },
  'account.phoneSame': {
    zh: '这已是您的手机号，请输入新的手机号',
    en: 'This already is your phone number. Enter another one',
  },
  'account.emailManaged': {
    zh: '身份提供方按邮箱识别账号，请联系管理员修改邮箱',
    en: 'Your identity provider recognises you by your e-mail. Ask your administrator to change it',
  },
  'account.phoneMissing': {
    zh: '您的账号没有手机号，无法接收验证码。请先绑定手机号',
    en: 'Your account has no phone number to which a code could be sent. Add one first',
  },
  'sso.off': {
    zh: '未启用单点登录，请使用账号登录，或联系管理员',
    en: 'Single sign-on is not set up. Sign in with your account, or contact your administrator',
  },
  'sso.refused': {
    zh: '单点登录链接无效、已过期或已使用，请从原系统重新打开',
    en: 'This sign-in link is not valid, has expired or was already used. Open it again from the other system',
  },
  'sso.unknown': {
    zh: '没有使用该手机号的账号，请联系管理员',
    en: 'No account has this phone number. Contact your administrator',
  },
  'oidc.off': {
    zh: '未设置身份提供方，请使用账号登录',
    en: 'No identity provider is set up. Sign in with your account',
  },
  'oidc.unreachable': {
    zh: '无法连接到身份提供方，请稍后重试，或使用账号登录',
    en: 'The identity provider cannot be reached. Try again later, or sign in with your account',
  },
  'oidc.refused': {
    zh: '身份提供方的登录未完成或已过期，请重新登录',
    en: 'The sign-in at the identity provider was not completed or has expired. Sign in again',
  },
  'oidc.unknown': {
    zh: '您在身份提供方的账号没有对应的 Loupe 账号，请联系管理员',
    en: 'No Loupe account belongs to your account at the identity provider. Contact your administrator',
  },
  'oidc.noRole': {
    zh: '您在身份提供方的账号没有对应的 Loupe 角色，请联系管理员',
    en: 'Your account at the identity provider has no role in Loupe. Contact your administrator',
  },
} as const;
