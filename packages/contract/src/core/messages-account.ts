/** Texts of codes by SMS, registration and the reset of a password. */
export const accountMessages = {
  // what is sent
  'sms.register': {
    zh: 'Loupe 注册验证码：{code}，{minutes} 分钟内有效。如非本人操作，请忽略。',
    en: '{code} is your Loupe registration code, valid for {minutes} minutes. If you did not request it, ignore this message.',
  },
  'sms.registerKnown': {
    zh: 'Loupe：有人用此手机号申请注册，但该号码已有账号。若是您本人，请直接登录或找回密码；若不是，请忽略。验证码：{code}',
    en: 'Loupe: someone tried to register with this number, which already has an account. If it was you, sign in or reset your password; otherwise ignore this message. Code: {code}',
  },
  'sms.reset': {
    zh: 'Loupe 重置密码验证码：{code}，{minutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。',
    en: '{code} is your Loupe password reset code, valid for {minutes} minutes. Do not share it. If you did not request it, ignore this message.',
  },
  'sms.resetUnknown': {
    zh: 'Loupe：有人申请重置密码，但此手机号没有账号。若是您本人，请先注册；若不是，请忽略。验证码：{code}',
    en: 'Loupe: someone asked to reset a password, but this number has no account. If it was you, register first; otherwise ignore this message. Code: {code}',
  },
  'sms.customerReset': {
    zh: 'Loupe 管理员将为您重置密码。请把验证码 {code} 告诉管理员，{minutes} 分钟内有效。若您未提出请求，请勿提供。',
    en: 'A Loupe administrator is about to reset your password. Read them this code: {code} (valid for {minutes} minutes). If you did not ask for this, do not share it.',
  },
  'sms.change': {
    zh: 'Loupe 修改账号信息验证码：{code}，{minutes} 分钟内有效。请勿告诉他人；如非本人操作，请尽快修改密码。',
    en: '{code} is your code to change your Loupe account, valid for {minutes} minutes. Do not share it. If you did not request it, change your password.',
  },
  'sms.test': {
    zh: 'Loupe 测试短信：发送正常（{code}）。',
    en: 'Loupe test message: sending works ({code}).',
  },
  // what is refused
  'sms.off': {
    zh: '本服务器未开通短信，请联系管理员',
    en: 'This server does not send text messages. Contact your administrator',
  },
  'sms.failed': {
    zh: '短信未能发送。请在 {seconds} 秒后重试；如仍失败，请联系管理员',
    en: 'The text message could not be sent. Try again in {seconds} s; if it fails again, contact your administrator',
  },
  'sms.numberDay': {
    zh: '该手机号今天获取验证码的次数已达上限，请明天再试或联系管理员',
    en: 'This number has received too many codes today. Try again tomorrow or contact your administrator',
  },
  'sms.addressDay': {
    zh: '当前网络今天获取验证码的次数已达上限，请明天再试或联系管理员',
    en: 'Too many codes were requested from your network today. Try again tomorrow or contact your administrator',
  },
  'sms.hour': {
    zh: '当前请求验证码的人数过多，请一小时后重试',
    en: 'Too many codes are being requested right now. Try again in an hour',
  },
  'account.resetUnknown': {
    zh: '此手机号没有账号，请先注册',
    en: 'No account has this phone number. Register first',
  },
  'account.registered': {
    zh: '此手机号已有账号，请直接登录或找回密码',
    en: 'This phone number already has an account. Sign in, or reset your password',
  },
  'account.registrationOff': {
    zh: '本服务器未开放注册，请联系管理员',
    en: 'Registration is not open on this server. Contact your administrator',
  },
  'account.mustComplete': {
    zh: '请先填写姓名、公司和邮箱',
    en: 'Enter your name, company and e-mail before you continue',
  },
  'account.isComplete': {
    zh: '您的信息已填写，可在个人中心修改',
    en: 'Your details are already complete. Change them in My account',
  },
  'account.mustBeApproved': {
    zh: '账号正在等待管理员批准，批准后即可使用',
    en: 'Your account is waiting for approval. You can continue once an administrator has approved it',
  },
  'customer.approved': {
    zh: '该客户已批准，请刷新列表',
    en: 'This customer is already approved. Reload the list',
  },
  'customer.incomplete': {
    zh: '该客户尚未填写姓名、公司和邮箱，填写后才能批准',
    en: 'This customer has not entered name, company and e-mail yet. You can approve them after that',
  },
  'customer.codeNeeded': {
    zh: '请先发送验证码，并填写客户告知的 6 位验证码',
    en: 'Send a code first, and enter the 6 digits that the customer reads out',
  },
  'customer.noPhone': {
    zh: '该客户没有手机号，可直接设置新密码',
    en: 'This customer has no phone number. Set the new password without a code',
  },
  'account.codeWrong': {
    zh: '验证码错误或已失效。请核对，或重新获取',
    en: 'The code is wrong or no longer valid. Check it, or request a new one',
  },
} as const;
