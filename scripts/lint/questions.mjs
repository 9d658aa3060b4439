// Nothing outside its own folder asks which family, or which kind of task, something is: a comparison decides for all the others.

/** `name`: of what is compared; `texts`: with these alone, else with any; `home`: where it may be asked. */
export const questionsOf = ({ name, texts, home, message }) => {
  const isMeant = (node) => {
    const one = node?.type === 'ChainExpression' ? node.expression : node;
    return name.test(one?.name ?? one?.property?.name ?? '');
  };
  const isText = (node) => {
    if (node?.type === 'TemplateLiteral') return texts === undefined;
    return node?.type === 'Literal' && typeof node.value === 'string' && (texts?.includes(node.value) ?? true);
  };
  return {
    create: (context) => {
      const file = context.filename.replaceAll('\\', '/');
      if (/\.test\.tsx?$|\/testing\//.test(file) || home.test(file)) return {};
      return {
        BinaryExpression: (node) => {
          const sides = [node.left, node.right];
          if (/^[!=]==?$/.test(node.operator) && sides.some(isMeant) && sides.some(isText))
            context.report({ node, message });
        },
        SwitchStatement: (node) => {
          const isAsked = node.cases.some(({ test }) => isText(test)) || texts === undefined;
          if (isMeant(node.discriminant) && isAsked) context.report({ node, message });
        },
      };
    },
  };
};
