// Nothing outside families/ asks which family it is.
const isFamily = (node) => {
  const one = node?.type === 'ChainExpression' ? node.expression : node;
  return /^family(Id)?$/.test(one?.name ?? one?.property?.name ?? '');
};
const isText = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'string') || node?.type === 'TemplateLiteral';
const message = 'asks which family it is; that belongs into families/';

export const familyQuestions = {
  create: (context) => {
    if (/\.test\.tsx?$|\/(testing|families)\//.test(context.filename.replaceAll('\\', '/'))) return {};
    return {
      BinaryExpression: (node) => {
        const sides = [node.left, node.right];
        if (/^[!=]==?$/.test(node.operator) && sides.some(isFamily) && sides.some(isText))
          context.report({ node, message });
      },
      SwitchStatement: (node) => {
        if (isFamily(node.discriminant)) context.report({ node, message });
      },
    };
  },
};
