/** The agreements in English as they come with the product; an administrator replaces them with the operator's own. */
import type { AgreementId } from '@loupe/contract';

export const en: Readonly<Record<AgreementId, string>> = {
  productService: `# Product service agreement

This agreement applies to this Loupe server, which is run by {operator} (the “operator”). Loupe is software for industrial visual inspection: it labels images, trains models and inspects online. By registering or using the service you accept this agreement.

## 1. Your account

- You need a mobile number that receives text messages. Give your real name, company and e-mail.
- An administrator approves each new account before it can be used.
- Keep your password and access tokens to yourself, and do not lend your account. If somebody else uses it, change your password at once and contact {contact}.
- Accounts that break this agreement may be locked.

## 2. Your data

- The images and annotations that you upload, and the models that you train, belong to you or your company.
- The operator stores and processes them to provide this service and for nothing else.
- You can export or delete your data at any time. What you delete stays in the bin for a while and is then deleted permanently.
- Keep your own copies of important data.

## 3. Rules

- Upload only images and models that you have the right to use.
- Do not bypass permissions, disturb the service, or try to reach the data of others.
- Do not upload anything unlawful.

## 4. Inspection results

The verdict of a model can be wrong. Before you use one to release or scrap parts, or where safety depends on it, verify the model on your own data and have people review its verdicts. You are responsible for decisions that you base on them.

## 5. Availability

- The operator tries to keep the service available. Maintenance, upgrades and faults may interrupt it.
- As far as the law allows, the operator is not liable for indirect damage.

## 6. Changes and end

- If this agreement changes, the operator updates this page. By continuing to use the service you accept the change.
- You may stop using the service at any time and ask for your account to be deleted.

## 7. Contact

If you have questions about this agreement, contact {contact}.
`,
  personalInformation: `# Personal information protection policy

This policy says how {operator} (the “operator”) handles your personal information on this Loupe server.

## 1. What is collected

| Information | Purpose |
| --- | --- |
| Mobile number | To register, sign in, receive codes and reset your password |
| Account, name, company, e-mail and other details that you enter | To know who you are, approve your account and contact you |
| Password | Stored only as a hash from which it cannot be recovered |
| Time of sign-in, IP address and type of browser | To show you your sessions and protect your account |
| Record of actions (audit log) | To trace changes to data and permissions |
| Pages opened by registered customers | To see how the service is used |

Images may contain personal information. Upload only images that the inspection needs and that you may use.

## 2. Cookies

The service uses only the cookies that signing in needs: to keep you signed in, to recognise your devices, and to link a code to the browser that asked for it. There are no advertising or tracking cookies.

## 3. Storage and protection

- Your information is stored on the operator's server. Passwords, codes and tokens are stored as hashes.
- A code by text message is valid for 5 minutes; its record is kept for two days at most.
- The audit log and the record of visits are deleted after the time that an administrator has set.
- Account details are kept for as long as the account exists.

## 4. Who else receives it

- To send a code, your mobile number and the message are given to the provider of text messages, where one is set up.
- Your personal information is given to nobody else, unless the law requires it.

## 5. Your rights

- See and change your details in My account, and see and end your sessions.
- You may ask to see, copy, correct or delete your personal information, and you may withdraw your consent; you may then no longer be able to use the service.
- To do so, contact {contact}.

## 6. Changes

If this policy changes, the operator updates this page.
`,
};
