"""Tables stepped by several processes, with observations and masks in shared memory."""
