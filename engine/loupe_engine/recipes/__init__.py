"""One folder a trainable network, a class after `base.Recipe`; params.py and handover.py are there for all of them."""
