/** Review of annotations by a second person. */
export const review = {
  title: 'Review',
  states: {
    submitted: 'Submitted',
    accepted: 'Accepted',
    returned: 'Returned',
  },
  none: 'Not submitted',
  actions: {
    submit: 'Submit for review',
    accept: 'Accept',
    return: 'Return…',
  },
  tips: {
    submit: 'Submit for review, and next image',
    accept: 'Accept, and next image to review',
    return: 'Return with a remark',
  },
  done: {
    submit: 'Submitted for review',
    accept: 'Accepted',
    return: 'Returned',
  },
  notNow: {
    submit: 'This image has already been submitted.',
    accept: 'Only a submitted image can be accepted.',
    return: 'Only a submitted or accepted image can be returned.',
  },
  next: 'Next image to review',
  noneWaiting: 'No other image waits for review here.',
  allDone: 'That was the last image to review here.',
  notSaved:
    'Your edits are not on the server yet. They are sent as soon as the connection is back; submit or decide then.',
  returnTitle: 'Return the image',
  return: 'Return',
  remark: 'What has to change',
  remarkRequired: 'Say what has to change',
  remarkLong: 'At most {{max}} characters',
  remarkHelp: 'Whoever opens the image sees it above the image.',
  returnedBy: 'Returned by {{name}}:',
  switch: 'Review',
  switchText: 'Annotators submit images; a second person accepts them or returns them with a remark.',
  counts: '{{submitted}} submitted · {{returned}} returned',
  column: 'Submitted / returned',
};
