"""`sage`: a bot that checks the merchant's choice by rollouts on sampled tables."""
