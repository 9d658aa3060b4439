// Ids of families, model types, recipes, prediction types and roles stand in their own folders and in registries: whoever asks for
// one of them elsewhere decides for all the others what they are not. Only literals count, never words in texts and comments.

/** The last name of `a.b?.role`, `roles.get(x)`, `eq(t.role)`; undefined for what has none. */
function nameOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return node.computed ? nameOf(node.object) : node.property.name;
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' ? nameOf(node.callee.object) : undefined;
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return nameOf(node.expression);
    default:
      return undefined;
  }
}

/** What stands beside a literal: the other side of a comparison, the key of its property, the other arguments. */
function besideOf(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [nameOf(parent.left === node ? parent.right : parent.left)];
    case 'Property':
      return [parent.key.name ?? parent.key.value];
    case 'CallExpression':
      return [nameOf(parent), ...parent.arguments.map(nameOf)];
    case 'SwitchCase':
      return [nameOf(parent.parent.discriminant)];
    case 'AssignmentPattern':
      return [nameOf(parent.left)];
    default:
      return [];
  }
}

const literalOf = (node) => (node.type === 'TSLiteralType' ? node.literal : node);
/** The texts that stand with a literal in an array or a union of types; none elsewhere. */
function companyOf(node) {
  const own = node.parent?.type === 'TSLiteralType' ? node.parent : node;
  const all = own.parent?.types ?? own.parent?.elements;
  return Array.isArray(all) ? all.map((one) => one && literalOf(one).value) : [];
}

const isTest = /\.test\.tsx?$|\/(testing|fixtures)\/|^apps\/e2e\//;

/**
 * `home`: where ids of the list may stand; an id is also at home below a folder of its name (`results/boxes`).
 * `onlyBeside`, `notBeside`: names that must, or must not, stand beside the literal for it to be meant; where one must, a list of
 * ids is meant as well, unless another list has them all (`shared`).
 */
export const foreignIds = (lists, exempt) => ({
  create: (context) => {
    const file = /(?:^|\/)((?:apps|packages)\/[^/]+\/src\/.*)$/.exec(context.filename.replaceAll('\\', '/'))?.[1];
    if (!file || isTest.test(file)) return {};
    const here = lists.filter(({ home }) => !home.test(file));
    const isMeant = ({ ids, onlyBeside, notBeside, shared = [] }, node, value) => {
      if (!ids.includes(value) || file.includes(`/${value}/`)) return false;
      const beside = besideOf(node).filter((name) => typeof name === 'string');
      if (notBeside && beside.some((name) => notBeside.test(name))) return false;
      if (!onlyBeside || beside.some((name) => onlyBeside.test(name))) return true;
      const company = companyOf(node);
      return (
        company.every((one) => ids.includes(one)) && !company.every((one) => shared.includes(one)) && company.length > 1
      );
    };
    let used = false;
    const check = (node, value) => {
      const list = here.find((one) => isMeant(one, node, value));
      used ||= list !== undefined;
      if (list && !exempt[file])
        context.report({ node, message: `'${value}' is ${list.title}: ask its registry, or do it in its folder` });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
      'Program:exit': (node) => {
        if (exempt[file] && !used)
          context.report({ node, message: 'needs no exemption any more: take it out of house-plugin.mjs' });
      },
    };
  },
});
